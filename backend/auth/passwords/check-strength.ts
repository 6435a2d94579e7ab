// Rejects passwords that are too short, lack required characters, or are commonly used.
import { errors, type WeakPasswordReason } from '../errors.ts';
import type { AuthSettings } from '../options.ts';
import { isCommonPassword } from './common-passwords.ts';

export interface Weakness {
  message: string;
  reasons: WeakPasswordReason[];
}

const maxPasswordLength = 72;

type StrengthSettings = Pick<AuthSettings, 'passwordMin' | 'passwordCharacters'> &
  Partial<Pick<AuthSettings, 'passwordCheck'>>;

export function findWeakness(password: string, settings: StrengthSettings): Weakness | undefined {
  const { passwordCheck = 'on' } = settings;
  const passwordMin = passwordCheck === 'off' ? 1 : settings.passwordMin;
  // A short password reports only its length, because a longer one is a different password.
  if ([...password].length < passwordMin) {
    return { message: `Password should be at least ${passwordMin} characters.`, reasons: ['length'] };
  }
  if (passwordCheck === 'off') return undefined;
  const sentences: string[] = [];
  const reasons: WeakPasswordReason[] = [];
  const missing = settings.passwordCharacters.filter(
    (set) => ![...set].some((one) => password.includes(one)),
  );
  if (missing.length > 0) {
    reasons.push('characters');
    sentences.push(
      `Password should contain at least one character of each: ${settings.passwordCharacters.join(', ')}.`,
    );
  } else if (passwordCheck === 'on' && new Set(password).size < 3 && password.length > 0) {
    reasons.push('characters');
    sentences.push('Password should contain more different characters.');
  }
  if (passwordCheck === 'on' && isCommonPassword(password)) {
    reasons.push('pwned');
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length > 0 ? { message: sentences.join(' '), reasons } : undefined;
}

export function requireStrongPassword(password: string, settings: StrengthSettings): void {
  if ([...password].length > maxPasswordLength) throw errors.passwordTooLong();
  const weakness = findWeakness(password, settings);
  if (weakness) throw errors.weakPassword(weakness.message, weakness.reasons);
}
