/** FormValues is the values of a form's fields. */
export interface FormValues {
  name: string;
  tel: string;
  email: string;
  message: string;
  agree: boolean;
}

export type FormField = keyof FormValues;

/** Problem is a validation error; its texts are in texts.ts. */
type Problem = "required" | "twoLetters" | "tenDigits" | "email" | "agree";

export type Problems = Partial<Record<FormField, Problem>>;

// The server has the same rules (internal/rfq/parse.go); both are tested with the same cases.

/** menuFormProblems applies the rules of the menu form, the default for all forms (specification, point 5). */
export function menuFormProblems({ name, tel, email, agree }: FormValues): Problems {
  const problems: Problems = {};
  if (name.trim() === "") problems.name = "required";
  if (tel.trim() === "") problems.tel = "required";
  if (email.trim() !== "" && !emailAddress.test(email.trim())) problems.email = "email";
  if (!agree) problems.agree = "agree";
  return problems;
}

/** cartFormProblems also requires a name of two characters and a phone number of ten digits. */
export function cartFormProblems(values: FormValues): Problems {
  const problems = menuFormProblems(values);
  if (Array.from(values.name.trim()).length < 2) problems.name ??= "twoLetters";
  if (values.tel.replace(/\P{Nd}/gu, "").length < 10) problems.tel ??= "tenDigits";
  return problems;
}

const word = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";

/** Deliberately simple: words separated by dots, one @, a domain of two or more labels, in any script. */
const emailAddress = new RegExp(`^${word}(?:\\.${word})*@${label}(?:\\.${label})+$`, "u");
