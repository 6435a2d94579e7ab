import type { Page } from '@playwright/test';
import { enter, expect, makePerson, test, toastWith } from './account.ts';
import { type Classroom, studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { ready, slot } from './visitor.ts';

test.use({ expectsComplaints: true });

type StudioDatabase = ReturnType<typeof studioDatabase>;

/** A class of the day after tomorrow with a teacher of its own and so many people in it. */
async function classWithTeacher(
  database: StudioDatabase,
  teacherAccount: string,
  people: number,
  inDays = 2,
): Promise<Classroom> {
  const classroom = await database.addClass({ capacity: 40, inDays });
  const tag = classroom.slug.slice(5);
  const personId = await database.insert('people', {
    slug: `teacher-${tag}`,
    name: `Teacher ${tag}`,
    line: '',
    bio: '',
  });
  await database.insert('person_accounts', { person_id: personId, user_id: teacherAccount });
  await database.insert('roles', { user_id: teacherAccount, role: 'teacher' });
  await database.patch(`sessions?id=eq.${classroom.sessionId}`, { teacher_id: personId });
  for (let first = 1; first <= people; first += 6) {
    const names = Array.from({ length: Math.min(6, people - first + 1) }, (_, index) => first + index);
    const hold = await database.call<{ hold_token: string }>('hold_places', {
      session_id: classroom.sessionId,
      places: names.length,
    });
    await database.call('book', {
      hold_token: hold.hold_token,
      booking: {
        buyer: { name: 'Clara Nunes', email: `clara-${tag}@post.example` },
        attendees: names.map((number) => ({ name: `Pupil ${String(number).padStart(2, '0')}` })),
        method: 'studio',
        accepts_policy: true,
      },
    });
  }
  return classroom;
}

async function mark(page: Page, from: number, to: number, word: string) {
  for (let number = from; number <= to; number++) {
    const person = page.getByRole('group', { name: `Pupil ${String(number).padStart(2, '0')}` });
    await person.getByRole('radio', { name: word }).check();
  }
}

test('two phones mark thirty people offline; nothing is lost or duplicated', async ({
  page,
  ownerPage,
  person,
  request,
}) => {
  test.slow();
  const database = studioDatabase(request);
  const { sessionId, title } = await classWithTeacher(database, person.id, 30);
  await enter(page.context(), person.session);
  await page.setViewportSize({ width: 390, height: 844 });
  const sending = slot(page, 'register-sending');
  const theirs = slot(ownerPage, 'register-sending');

  await page.goto('/dashboard/teach');
  await expect(slot(page, 'teach-days')).toHaveAttribute('data-offline-ready', 'true');
  await ownerPage.goto(`/dashboard/teach/${sessionId}`);
  await expect(theirs).toHaveAttribute('data-offline-ready', 'true');
  await page.context().setOffline(true);
  await ownerPage.context().setOffline(true);

  // The register was never opened on this phone: it was cached with the week.
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await mark(page, 1, 18, 'Here');
  await expect(sending).toHaveText(/^18 marks not sent yet\./);
  await page.getByLabel('New note').fill('We sang in the cellar.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.reload();
  await expect(sending).toHaveText(/^18 marks and 1 note not sent yet\./);
  await mark(ownerPage, 13, 30, 'Late');
  await mark(ownerPage, 30, 30, 'Absent');
  await expect(theirs).toHaveText(/^18 marks not sent yet\./);

  await page.context().setOffline(false);
  await ownerPage.context().setOffline(false);
  for (const line of [sending, theirs]) await expect(line).toHaveAttribute('data-state', 'saved');
  const saved = await database.read<{ mark: string; rival_mark: string | null }>(
    `attendance?session_id=eq.${sessionId}&select=mark,rival_mark`,
  );
  expect(saved).toHaveLength(30);
  const count = (word: string) => saved.filter((one) => one.mark === word).length;
  expect([count('present'), count('late'), count('absent')]).toEqual([12, 17, 1]);
  expect(saved.filter((one) => one.rival_mark === 'present')).toHaveLength(6);
  const arrived = await database.read(`attendance_marks?session_id=eq.${sessionId}&select=id`);
  expect(arrived).toHaveLength(36);

  // Each phone shows what the other did, and where they disagreed; one tap resolves it.
  const disputed = page.getByRole('group', { name: 'Pupil 13' });
  await expect(disputed.getByText(/^Two marks: late by Marta Reis/)).toBeVisible();
  await expect(page.getByText(/^Two marks/)).toHaveCount(6);
  await disputed.getByRole('radio', { name: 'Late' }).click();
  await expect(page.getByText(/^Two marks/)).toHaveCount(5);
  await expect(ownerPage.getByText(/^Two marks/)).toHaveCount(5);
  await expect(page.getByText('We sang in the cellar.')).toBeVisible();

  expect(await findings(page)).toEqual([]);

  // On paper it is one page.
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test('a teacher requests a substitute, another teacher takes over and can email the class', async ({
  page,
  person,
  browser,
  baseURL,
  post,
  request,
}) => {
  const database = studioDatabase(request);
  const { sessionId, title } = await classWithTeacher(database, person.id, 2);
  const other = await makePerson(baseURL ?? '', post, 'Rui Sol');
  await classWithTeacher(database, other.id, 0, 3);
  const context = await browser.newContext({ baseURL });
  await enter(context, other.session);
  await enter(page.context(), person.session);
  const otherPage = await context.newPage();
  await otherPage.goto(`/dashboard/teach/${sessionId}`);
  await expect(otherPage.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  await otherPage.goto('/dashboard/teach');
  await ready(otherPage);

  await page.goto(`/dashboard/teach/${sessionId}`);
  await page.getByLabel('Reason').fill('A cold');
  await page.getByRole('button', { name: 'Request a substitute' }).click();
  await expect(page.getByText('The first to accept teaches this session.')).toBeVisible();
  await otherPage.getByRole('button', { name: `Take over ${title}` }).click();
  await expect(otherPage.getByRole('link', { name: title })).toBeVisible();
  await otherPage.getByRole('link', { name: title }).click();
  await expect(otherPage.getByRole('group', { name: 'Pupil 01' })).toBeVisible();

  await otherPage.getByRole('button', { name: 'Write an email' }).click();
  await otherPage.getByLabel('Subject').fill('I am Rui');
  await otherPage.getByLabel('Message').fill('I teach this time.');
  await otherPage.getByRole('button', { name: 'Send to the class' }).click();
  await otherPage.getByRole('button', { name: 'Send email' }).click();
  await expect(toastWith(otherPage, '1 email waiting in the outbox')).toBeVisible();
  await context.close();
});
