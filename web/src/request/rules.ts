/** What a visitor fills in. */
export interface FormValues {
  name: string;
  tel: string;
  email: string;
  message: string;
  agree: boolean;
}

export type FormField = keyof FormValues;

/** What is wrong with a field; the words for it are in texts.ts. */
type Problem = "required" | "twoLetters" | "tenDigits" | "email" | "agree";

export type Problems = Partial<Record<FormField, Problem>>;

/**
 * The rules of the forms (specification, point 5), the same as the server's:
 * the cart asks for a name of 2 letters and a phone number of 10 digits, every
 * other form for some name and some phone; e-mail is optional everywhere.
 */
export function problemsOf(values: FormValues, strict: boolean): Problems {
  const problems: Problems = {};
  const name = values.name.trim();
  const phone = values.tel.trim();
  if (name === "") problems.name = "required";
  else if (strict && Array.from(name).length < 2) problems.name = "twoLetters";
  if (phone === "") problems.tel = "required";
  else if (strict && phone.replace(/\D/g, "").length < 10) problems.tel = "tenDigits";
  const email = values.email.trim();
  if (email !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.email = "email";
  if (!values.agree) problems.agree = "agree";
  return problems;
}
