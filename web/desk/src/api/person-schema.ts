import * as v from "valibot";

export const person = v.object({ id: v.string(), name: v.string() });
