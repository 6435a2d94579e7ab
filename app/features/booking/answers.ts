// The answers that were given when booking, question by question.

import { t } from '#app/language/messages.ts';

/** "Allergies? nuts"; yes and no in the reader's language. */
export function answerLines(answers: Record<string, string>): { question: string; answer: string }[] {
  return Object.entries(answers).map(([question, answer]) => ({ question, answer: answerText(answer) }));
}

function answerText(answer: string): string {
  if (answer === 'yes') return t('shared.booking.answer_yes');
  return answer === 'no' ? t('shared.booking.answer_no') : answer;
}
