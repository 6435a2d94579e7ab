// Normalises email addresses (lower case) and phone numbers (digits without a plus).
import { domainToASCII } from 'node:url';
import { errors } from '../errors.ts';
import type { AuthSettings } from '../options.ts';

type PhoneSettings = Pick<AuthSettings, 'phone' | 'testOtps'>;

const emailLimit = 255;
const emailFormat =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const e164 = /^[1-9]\d{1,14}$/;

export function normalizeEmail(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw errors.invalidEmail();
  if (trimmed.length > emailLimit) throw errors.invalidEmail();
  const at = trimmed.lastIndexOf('@');
  const email = `${trimmed.slice(0, at + 1)}${domainToASCII(trimmed.slice(at + 1))}`.toLowerCase();
  if (at < 1 || email.length > emailLimit || !emailFormat.test(email)) throw errors.invalidEmail();
  return email;
}

export function normalizePhone(text: string): string {
  const digits = text.trim().replace(/^\+/, '').replaceAll(' ', '');
  if (!e164.test(digits)) throw errors.invalidPhone();
  return digits;
}

/** Without someone who sends text messages, only numbers with a fixed code can be used. */
export function allowsPhone({ phone, testOtps }: PhoneSettings, number: string): boolean {
  return phone || Object.hasOwn(testOtps, number);
}

export function readChannel(text: string): 'sms' | 'whatsapp' {
  if (text === '' || text === 'sms') return 'sms';
  if (text === 'whatsapp') return 'whatsapp';
  throw errors.invalidChannel();
}

const uuidFormat = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidFormat.test(text);
}
