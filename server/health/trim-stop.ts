export function trimStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
