// Who looks at a page or asks the product API, as the backend confirmed it for this very request.
export interface Person {
  id: string;
  email: string | null;
  phone: string | null;
  /** The name on the profile; empty until it is entered. */
  name: string;
  /** The language they chose; null follows the address of the page. */
  language: string | null;
  /** Came in without an address, to look around. */
  isAnonymous: boolean;
  /** How this session was proven: by one factor or by two. */
  aal: 'aal1' | 'aal2';
  /** Has a second factor that this session has not been asked for: until then staff rights do not hold. */
  needsSecondFactor: boolean;
  /** The session that this request came with, if its token names one. */
  sessionId: string | null;
}

export interface Visitor {
  /** Null when nobody is signed in, or when the session was ended elsewhere. */
  user: Person | null;
  roles: Role[];
}

export type Role = 'member' | 'teacher' | 'host' | 'staff' | 'owner';

/** An account as staff see it. */
export interface AccountFacts {
  id: string;
  email: string | null;
  phone: string | null;
  name: string;
  roles: Role[];
  banned: boolean;
  confirmed: boolean;
  factors: { id: string; type: string; name: string | null }[];
}
