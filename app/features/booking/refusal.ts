// What the database says when it refuses, in the form the screens show: a reason, a sentence, perhaps a field.
export interface Refusal {
  reason: string;
  message: string;
  field?: string;
}

interface FunctionError {
  message: string;
  hint?: string | null;
  details?: string | null;
}

const OURS = /^[a-z_]{2,40}$/;

/** A refusal in words for the visitor; anything else is a fault and thrown. */
export function readRefusal(error: FunctionError): Refusal {
  if (!error.hint || !OURS.test(error.hint)) throw error;
  const field = fieldOf(error.details);
  return { reason: error.hint, message: error.message, ...(field && { field }) };
}

function fieldOf(details: string | null | undefined): string | undefined {
  try {
    const { field } = JSON.parse(details ?? '{}') as { field?: unknown };
    return typeof field === 'string' ? field : undefined;
  } catch {
    return undefined;
  }
}

export const notHuman: Refusal = {
  reason: 'bot_check',
  message: 'The check that you are human did not succeed. Wait a moment and send it again.',
};
export const noNetwork: Refusal = {
  reason: 'network',
  message: 'That did not get through. You are perhaps offline; everything is still here, try again.',
};
