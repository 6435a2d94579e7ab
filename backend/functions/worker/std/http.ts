// jsr:@std/http, as far as functions use it.
export * from './cookie.ts';
export * from './http-status.ts';
