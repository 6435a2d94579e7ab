// The second proof, for those who asked to be asked: the authenticator app, a phone, a security key, or one of the
// recovery codes. Until it is given, the session opens nothing.
import type { Factor, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField, FormMessage } from './fields.tsx';
import { demand, Refused, typed, useAttempt } from './use-attempt.ts';

type Way = 'totp' | 'phone' | 'webauthn' | 'recovery';

const words: Record<Way, { label: string; lead: string; other: string }> = {
  totp: {
    label: 'Code from your app',
    lead: 'Open your authenticator app and type the six digits it shows for this studio.',
    other: 'Use the authenticator app',
  },
  phone: {
    label: 'Code from the message',
    lead: 'We send six digits to the phone you registered.',
    other: 'Use a message to my phone',
  },
  webauthn: {
    label: '',
    lead: 'Have your security key at hand, then press the button.',
    other: 'Use the security key',
  },
  recovery: {
    label: 'Recovery code',
    lead: 'One of the codes you put away when you set this up. Each works once.',
    other: 'Use a recovery code',
  },
};

interface SecondFactorProps {
  onDone(): void;
  onSignOut(): void;
}

export function SecondFactor({ onDone, onSignOut }: SecondFactorProps) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const [factors, setFactors] = useState<Factor[]>([]);
  const [way, setWay] = useState<Way>('totp');
  const challengeId = useRef<string>(undefined);

  useEffect(() => {
    let isGone = false;
    verifiedFactors().then((found) => {
      if (isGone) return;
      setFactors(found);
      const first = found.find(({ factor_type }) => isWay(factor_type));
      if (first && isWay(first.factor_type)) setWay(first.factor_type);
    });
    return () => {
      isGone = true;
    };
  }, []);

  const askPhone = async () => {
    challengeId.current = await challengePhone(factors);
  };
  const choose = (next: Way) => {
    setWay(next);
    attempt.clear();
    if (next === 'phone') attempt.run(askPhone);
  };
  const prove = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const code = typed(form.current, 'code').replace(/\s/g, '');
      if (way !== 'webauthn' && code === '') throw new Refused('code', 'Type the code first.');
      await verify(await backend(), way, factors, code, challengeId.current);
      onDone();
    });
  };

  const others = ([...factors.map(({ factor_type }) => factor_type), 'recovery'] as string[])
    .filter(isWay)
    .filter((other, index, all) => other !== way && all.indexOf(other) === index);

  return (
    <form ref={form} className="door-form" onSubmit={prove} noValidate>
      <p className="door-words">{words[way].lead}</p>
      {way !== 'webauthn' && (
        <CodeField
          key={way}
          label={words[way].label}
          error={attempt.errorOf('code')}
          isRecovery={way === 'recovery'}
          autoFocus
        />
      )}
      <FormMessage words={attempt.errorOf('form')} />
      <div className="door-actions">
        <Button variant="primary" size="lg" type="submit" busy={attempt.isBusy}>
          Continue
        </Button>
        {way === 'phone' && (
          <Button variant="text" onClick={() => attempt.run(askPhone)}>
            Send the message
          </Button>
        )}
        {others.map((other) => (
          <Button key={other} variant="text" onClick={() => choose(other)}>
            {words[other].other}
          </Button>
        ))}
        <Button variant="text" onClick={onSignOut}>
          Start over
        </Button>
      </div>
    </form>
  );
}

/** Whether the session at hand still owes its second proof. */
export async function owesSecondFactor(): Promise<boolean> {
  const { auth } = await backend();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

function isWay(kind: string): kind is Way {
  return kind in words;
}

async function verifiedFactors(): Promise<Factor[]> {
  const { auth } = await backend();
  const { data } = await auth.mfa.listFactors();
  return data?.all.filter(({ status }) => status === 'verified') ?? [];
}

function require(factors: Factor[], kind: Way): Factor {
  const factor = factors.find(({ factor_type }) => factor_type === kind);
  if (!factor) throw new Refused('form', 'This second factor was removed meanwhile. Choose another.');
  return factor;
}

async function challengePhone(factors: Factor[]): Promise<string> {
  const { auth } = await backend();
  const { id } = require(factors, 'phone');
  return (await demand(auth.mfa.challenge({ factorId: id, channel: 'sms' }))).id;
}

async function verify(
  { auth }: SupabaseClient,
  way: Way,
  factors: Factor[],
  code: string,
  challengeId: string | undefined,
): Promise<void> {
  if (way === 'recovery') {
    await demand(auth.mfa.recoveryCodes.verify({ code }));
  } else if (way === 'webauthn') {
    await demand(auth.mfa.webauthn.authenticate({ factorId: require(factors, way).id }));
  } else if (way === 'phone') {
    if (!challengeId) throw new Refused('form', 'Press “Send the message” first.');
    await demand(auth.mfa.verify({ factorId: require(factors, way).id, challengeId, code }));
  } else {
    await demand(auth.mfa.challengeAndVerify({ factorId: require(factors, way).id, code }));
  }
}
