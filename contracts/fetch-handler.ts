// Every service answers a web Request with a web Response.
export type FetchHandler = (request: Request) => Response | Promise<Response>;
