// Emails whose link continues the flow of the client that asked for it.
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { type Challenge, type NewFlow, startMailFlow } from '../tokens/flow-state.ts';
import { type MailRequest, sendMailCode } from './send-code.ts';

export async function sendFlowMail(
  auth: AuthContext,
  call: Call,
  mail: Pick<MailRequest, 'user' | 'to' | 'kind'>,
  { challenge, ...flow }: { challenge: Challenge | undefined } & Pick<NewFlow, 'providerType' | 'method'>,
): Promise<void> {
  await startMailFlow(auth, mail.user.id, challenge, flow);
  await sendMailCode(auth, { ...mail, redirectTo: call.redirectTo, isPkce: challenge !== undefined });
}
