// Who is asking: the database role a request runs as and the claims it carries.
export interface Caller {
  role: string;
  claims: Record<string, unknown>;
}
