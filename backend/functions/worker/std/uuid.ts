// Identifiers, as the standard library's uuid modules give them.
const FORMAT = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const validate = (text: string): boolean => FORMAT.test(text);
export const generate = (): string => crypto.randomUUID();
export const v4 = { generate, validate };
