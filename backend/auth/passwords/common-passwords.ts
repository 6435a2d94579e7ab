// Whether a password is commonly used. No network and no large table: a list of common words
// and their usual variations (capitals, 4=a, a year or "123!" at the end, the word twice).
import { commonWords } from './common-words.ts';

const baseWords = new Set(commonWords.split(/\s+/).filter(Boolean));

const keyboardRows = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'poiuytrewq',
  'asdfghjkl',
  'lkjhgfdsa',
  'zxcvbnm',
  'mnbvcxz',
  'qwertzuiop',
  'azertyuiop',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!qaz@wsx#edc$rfv',
  '!@#$%^&*()',
  '147258369',
  '159357',
  '789456123',
  '741852963',
  '321654987',
];
const shortestWalk = 4;

const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return isCommon(plain) || isCommon(undisguise(plain)) || isCommon(undisguise(undress(plain)));
}

function isCommon(text: string): boolean {
  const bare = undress(text);
  return [
    text,
    text.replaceAll('i', 'l'),
    ...(bare.length >= 3 ? [bare, bare.replaceAll('i', 'l')] : []),
  ].some(isBase);
}

/** "Sunshine2024!" and "123hello" without the up to six characters that people put around a word. */
function undress(text: string): string {
  return text.replace(/^[\d\W_]{0,6}/u, '').replace(/[\d\W_]{0,6}$/u, '');
}

function isBase(text: string): boolean {
  if (baseWords.has(text) || isWalk(text) || isDate(text)) return true;
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && text === half + half && (isBaseWord(half) || new Set(half).size < 3);
}

function isBaseWord(text: string): boolean {
  return baseWords.has(text) || isWalk(text);
}

/** Consists only of keyboard, alphabet or digit sequences, or of one repeated character. */
function isWalk(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    const length = longestRun(rest);
    if (length < shortestWalk) return false;
    rest = rest.slice(length);
  }
  return text.length > 0;
}

function longestRun(text: string): number {
  let same = 1;
  while (same < text.length && text[same] === text[0]) same += 1;
  let longest = same;
  for (const row of keyboardRows) {
    for (let length = Math.min(text.length, row.length); length > longest; length -= 1) {
      if (row.includes(text.slice(0, length))) longest = length;
    }
  }
  return longest;
}

/** A birthday, with or without separators. */
function isDate(text: string): boolean {
  const digits = text.replace(/[-./ ]/g, '');
  if (!/^\d{6}(\d{2})?$/.test(digits)) return false;
  const isDay = (part: string) => Number(part) >= 1 && Number(part) <= 31;
  const isYear = (part: string) => /^(19|20)\d{2}$/.test(part);
  if (digits.length === 8) {
    return (
      (isYear(digits.slice(4)) && isDay(digits.slice(0, 2)) && isDay(digits.slice(2, 4))) ||
      (isYear(digits.slice(0, 4)) && isDay(digits.slice(4, 6)) && isDay(digits.slice(6)))
    );
  }
  return isDay(digits.slice(0, 2)) && isDay(digits.slice(2, 4));
}

function undisguise(text: string): string {
  let plain = '';
  for (const character of text) plain += disguises[character] ?? character;
  return plain;
}
