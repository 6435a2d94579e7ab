// Inbox and newsletter in the staff dashboard.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { call, callError } from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: TestPerson;
let staffClient: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
  staffClient = staff.client;
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

describe('the inbox', () => {
  interface ContactMessageAnswer {
    state: string;
    assigned_to: string | null;
    entries: { kind: string; body: string; mail_id: string | null; mail_state: string | null }[];
  }
  async function newContactMessage(message = 'Do you teach the cello?'): Promise<string> {
    const [row] = await studio.sql`
      insert into public.contact_messages (name, email, message) values ('Ida <Berg>', 'ida@letters.example', ${message}) returning id`;
    return row?.id;
  }

  it('a reply is emailed once with the original message quoted, and its state is shown', async () => {
    const id = await newContactMessage();
    const press = {
      contact_message_id: id,
      body: 'Yes, on Mondays.\n\nCome and listen.',
      idempotency_key: `press of ${id}`,
    };
    await Promise.all([
      call(staffClient, 'reply_to_contact_message', press),
      call(staffClient, 'reply_to_contact_message', press),
    ]);
    await jobs.run();
    const contactMessage = await call<ContactMessageAnswer>(staffClient, 'get_contact_message', {
      contact_message_id: id,
    });
    expect(contactMessage).toMatchObject({ state: 'answered', assigned_to: staff.id });
    expect(contactMessage.entries).toMatchObject([{ kind: 'reply', mail_state: 'waiting' }]);
    const [mail] = await studio.sql`
      select id, to_address, text_body, html_body, headers from public.outbox where id = ${contactMessage.entries[0]?.mail_id ?? ''}`;
    expect(mail?.to_address).toBe('ida@letters.example');
    expect(mail?.text_body).toMatch(
      /Yes, on Mondays\.[\s\S]*Come and listen\.[\s\S]*> Do you teach the cello\?/,
    );
    expect(mail?.html_body).toContain('Ida &lt;Berg&gt;');
  });

  it('is assigned to staff, annotated, closed, reopened and marked as spam', async () => {
    const id = await newContactMessage();
    const member = await signUp(studio);
    const handle = (args: Record<string, unknown>) =>
      call<ContactMessageAnswer>(staffClient, 'update_contact_message', { contact_message_id: id, ...args });
    expect(
      (
        await callError(staffClient, 'update_contact_message', {
          contact_message_id: id,
          assign_to: member.id,
        })
      ).reason,
    ).toBe('not_staff');
    await handle({ assign_to: staff.id, note: 'knows the cellist' });
    await handle({ state: 'done' });
    await handle({ state: 'open', unassign: true });
    const after = await handle({ state: 'spam' });
    expect(after.entries.map(({ kind }) => kind)).toEqual([
      'assigned',
      'note',
      'state',
      'state',
      'assigned',
      'state',
    ]);
    const listed = (args: Record<string, unknown>) =>
      call<{ id: string }[]>(staffClient, 'list_contact_messages', args).then((rows) =>
        rows.some((row) => row.id === id),
      );
    expect(await listed({})).toBe(false);
    expect(await listed({ only_state: 'spam' })).toBe(true);
  });

  it('can be searched and paged', async () => {
    const ids = [
      await newContactMessage('about the xylophone'),
      await newContactMessage('the Xylophöne again'),
    ];
    const found = await call<{ id: string; received_at: string }[]>(staffClient, 'list_contact_messages', {
      query: 'xylophone',
    });
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
    const rest = await call<{ id: string }[]>(staffClient, 'list_contact_messages', {
      query: 'xylophone',
      before_at: found[0]?.received_at,
      before_id: found[0]?.id,
    });
    expect(rest.map(({ id }) => id)).toEqual([found[1]?.id]);
  });
});

describe('the newsletter', () => {
  interface IssueAnswer {
    id: string;
    version: number;
    state: string;
    readers: number;
  }
  const blocks = [
    { kind: 'heading', text: 'Winter' },
    { kind: 'text', text: 'We open earlier.' },
    { kind: 'link', text: 'Classes', url: 'https://onda.example/classes' },
  ];
  const write = (subject = 'November at the studio') =>
    call<IssueAnswer>(staffClient, 'save_issue', { subject, blocks });
  const figuresOf = (issue: IssueAnswer) =>
    call<Record<string, number>>(staffClient, 'issue_statistics', { issue_id: issue.id });

  beforeAll(async () => {
    await studio.sql`delete from public.newsletter_subscribers`;
    await studio.sql`
      insert into public.newsletter_subscribers (email, state, confirmed_at)
      select 'reader' || n || '@letters.example', case when n % 10 = 0 then 'pending' else 'confirmed' end, now() from generate_series(1, 130) n`;
    await studio.sql`
      insert into private.newsletter_links (subscriber_id, token) select id, private.new_token() from public.newsletter_subscribers`;
  });

  it('a test email goes only to the person who asks for it', async () => {
    const issue = await write('Only a try');
    await call(staffClient, 'test_issue', { issue_id: issue.id });
    await jobs.run();
    const mails =
      await studio.sql`select to_address, kind from public.outbox where subject like '%Only a try'`;
    expect(mails).toEqual([{ to_address: staff.email, kind: 'newsletter_test' }]);
  });

  it('is sent once in batches to all confirmed subscribers, with one-click unsubscribe', async () => {
    const issue = await write();
    const sent = await call<IssueAnswer>(staffClient, 'send_issue', {
      issue_id: issue.id,
      version: issue.version,
    });
    expect(sent).toMatchObject({ state: 'sending', readers: 117 });
    expect(
      (await callError(staffClient, 'send_issue', { issue_id: issue.id, version: issue.version })).reason,
    ).toBe('sent');
    // Someone unsubscribes while it is being sent.
    const [last] = await studio.sql`
      select d.subscriber_id, l.token from public.newsletter_deliveries d join private.newsletter_links l using (subscriber_id)
      where d.issue_id = ${issue.id} and d.state = 'queued' order by d.subscriber_id desc limit 1`;
    await call(guest, 'unsubscribe_from_newsletter', { link: last?.token });
    await jobs.run();
    const figures = await figuresOf(issue);
    expect(figures.queued).toBe(0);
    expect(Number(figures.written) + Number(figures.skipped)).toBe(117);
    const [row] = await studio.sql`select state from public.newsletter_issues where id = ${issue.id}`;
    expect(row?.state).toBe('sent');
    const mails = await studio.withSecrets(
      await studio.sql<
        { id: string; to_address: string; html_body: string; headers: Record<string, string> }[]
      >`
        select id, to_address, html_body, headers from public.outbox where kind = 'newsletter' and subject = 'November at the studio'`,
    );
    expect(new Set(mails.map(({ to_address }) => to_address)).size).toBe(mails.length);
    expect(mails.length).toBe(figures.written);
    const [mail] = mails;
    expect(mail?.html_body).toContain('Winter</h2>');
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    // What mail clients post for one-click unsubscribe.
    const url = new URL(/<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const before = (await figuresOf(issue)).left_since;
    const answer = await studio.fetch(
      new Request(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' }),
    );
    expect(answer.status).toBe(200);
    expect((await figuresOf(issue)).left_since).toBe(Number(before) + 1);
  });

  it('is not sent incomplete, nor over someone else’s change, nor changed after sending', async () => {
    const empty = await call<IssueAnswer>(staffClient, 'save_issue', {
      subject: 'Empty',
      blocks: [{ kind: 'text', text: ' ' }],
    });
    expect((await callError(staffClient, 'send_issue', { issue_id: empty.id, version: 1 })).reason).toBe(
      'empty',
    );
    const issue = await write('Two hands');
    await call(staffClient, 'save_issue', {
      subject: 'Two hands, one',
      blocks,
      issue_id: issue.id,
      version: 1,
    });
    const late = { subject: 'Two hands, two', blocks, issue_id: issue.id, version: 1 };
    expect(await callError(staffClient, 'save_issue', late)).toMatchObject({
      status: 409,
      reason: 'changed',
    });
    expect((await callError(staffClient, 'send_issue', { issue_id: issue.id, version: 1 })).reason).toBe(
      'changed',
    );
    await call(staffClient, 'send_issue', { issue_id: issue.id, version: 2 });
    expect((await callError(staffClient, 'save_issue', { ...late, version: 2 })).reason).toBe('sent');
    expect((await callError(staffClient, 'delete_issue', { issue_id: issue.id })).reason).toBe('sent');
  });

  it('rejects links that are not web addresses, and unknown blocks', async () => {
    const save = async (block: object) =>
      (await callError(staffClient, 'save_issue', { subject: 'x', blocks: [block] })).reason;
    expect(await save({ kind: 'link', text: 'run', url: 'javascript:alert(1)' })).toBe('bad_link');
    expect(await save({ kind: 'script', text: 'x' })).toBe('bad_blocks');
    expect(await save({ kind: 'text', text: 'x'.repeat(5001) })).toBe('too_long');
  });
});
