// What can be imported: the fields, the column names other programs use for them, and an example.

import { t } from '#app/language/messages.ts';

export type ImportKind = 'people' | 'bookings' | 'tracks';

interface ImportField {
  name: string;
  label: () => string;
  isRequired?: boolean;
  hint?: () => string;
  isDate?: boolean;
  /** Column names that mean this field, in lower case without punctuation. */
  aliases: readonly string[];
}

interface KindLabels {
  label: () => string;
  hint: () => string;
  /** What happens when the same file is imported again. */
  duplicates: () => string;
  fields: readonly ImportField[];
  example: () => readonly (readonly string[])[];
}

const EMAIL = ['email', 'e mail', 'mail', 'email address', 'e mail adresse', 'correio', 'correo'];
const PHONE = ['phone', 'telephone', 'tel', 'mobile', 'telefon', 'handy', 'telefone', 'telemovel'];
const NAME = [
  'name',
  'full name',
  'participant',
  'student',
  'child',
  'attendee',
  'teilnehmer',
  'nome',
  'nombre',
];
const BORN = [
  'born',
  'born on',
  'birthday',
  'date of birth',
  'dob',
  'birthdate',
  'geburtstag',
  'geburtsdatum',
  'nascimento',
];
const NOTE = ['note', 'notes', 'remark', 'comment', 'bemerkung', 'notiz', 'nota', 'observacoes'];

export const importKinds: Record<ImportKind, KindLabels> = {
  people: {
    label: () => t('dashboard.import.people'),
    hint: () => t('dashboard.import.people_hint'),
    duplicates: () => t('dashboard.import.people_duplicates'),
    fields: [
      { name: 'name', label: () => t('dashboard.import.name_column'), isRequired: true, aliases: NAME },
      {
        name: 'household',
        label: () => t('dashboard.import.household_column'),
        hint: () => t('dashboard.import.household_hint'),
        aliases: ['household', 'family', 'familie', 'haushalt', 'familia', 'surname', 'last name'],
      },
      {
        name: 'email',
        label: () => t('dashboard.import.email_column'),
        hint: () => t('dashboard.import.guardian_email_hint'),
        aliases: EMAIL,
      },
      { name: 'phone', label: () => t('dashboard.import.phone_column'), aliases: PHONE },
      { name: 'born_on', label: () => t('dashboard.import.birthday_column'), isDate: true, aliases: BORN },
      { name: 'note', label: () => t('dashboard.import.note_column'), aliases: NOTE },
    ],
    example: () => [
      ['Ana Prado', 'Prado', 'ana@example.com', '+351 900 000 001', '1986-04-12', ''],
      ['Leo Prado', 'Prado', 'ana@example.com', '', '2016-09-30', t('dashboard.import.example_note')],
    ],
  },
  bookings: {
    label: () => t('dashboard.import.bookings'),
    hint: () => t('dashboard.import.bookings_hint'),
    duplicates: () => t('dashboard.import.bookings_duplicates'),
    fields: [
      {
        name: 'class',
        label: () => t('dashboard.import.class_column'),
        isRequired: true,
        hint: () => t('dashboard.import.class_hint'),
        aliases: [
          'class',
          'course',
          'offering',
          'event',
          'workshop',
          'kurs',
          'titel',
          'title',
          'aula',
          'curso',
        ],
      },
      {
        name: 'date',
        label: () => t('dashboard.import.date_column'),
        isRequired: true,
        isDate: true,
        aliases: ['date', 'day', 'datum', 'tag', 'data', 'fecha'],
      },
      {
        name: 'time',
        label: () => t('dashboard.import.time_column'),
        hint: () => t('dashboard.import.time_hint'),
        aliases: ['time', 'start', 'begin', 'uhrzeit', 'zeit', 'hora'],
      },
      { name: 'name', label: () => t('dashboard.import.name_column'), isRequired: true, aliases: NAME },
      { name: 'email', label: () => t('dashboard.import.email_column'), isRequired: true, aliases: EMAIL },
      {
        name: 'buyer',
        label: () => t('dashboard.import.buyer_column'),
        hint: () => t('dashboard.import.buyer_hint'),
        aliases: ['buyer', 'booked by', 'parent', 'guardian', 'payer', 'kaeufer', 'eltern'],
      },
      { name: 'phone', label: () => t('dashboard.import.phone_column'), aliases: PHONE },
      { name: 'born_on', label: () => t('dashboard.import.birthday_column'), isDate: true, aliases: BORN },
      {
        name: 'price',
        label: () => t('dashboard.import.price_column'),
        hint: () => t('dashboard.import.price_hint'),
        aliases: ['price', 'amount', 'preis', 'betrag', 'preco'],
      },
      {
        name: 'paid',
        label: () => t('dashboard.import.paid_column'),
        hint: () => t('dashboard.import.paid_hint'),
        aliases: ['paid', 'bezahlt', 'pago', 'payment'],
      },
      { name: 'note', label: () => t('dashboard.import.note_column'), aliases: NOTE },
    ],
    example: () => [
      ['morning-body', '2026-12-01', '10:00', 'Ana Prado', 'ana@example.com', '', '', '', '9.00', 'yes', ''],
    ],
  },
  tracks: {
    label: () => t('dashboard.import.tracks'),
    hint: () => t('dashboard.import.tracks_hint'),
    duplicates: () => t('dashboard.import.tracks_duplicates'),
    fields: [
      {
        name: 'file',
        label: () => t('dashboard.import.file_column'),
        hint: () => t('dashboard.import.file_hint'),
        aliases: ['file', 'filename', 'file name', 'datei', 'dateiname', 'path'],
      },
      { name: 'isrc', label: () => 'ISRC', aliases: ['isrc'] },
      {
        name: 'title',
        label: () => t('dashboard.import.title_column'),
        aliases: ['title', 'track', 'song', 'titel', 'titulo'],
      },
      {
        name: 'artist',
        label: () => t('dashboard.import.artist_column'),
        aliases: ['artist', 'performer', 'interpret', 'kuenstler', 'artista'],
      },
      { name: 'album', label: () => t('dashboard.import.album_column'), aliases: ['album', 'release'] },
      { name: 'genre', label: () => t('dashboard.import.genre_column'), aliases: ['genre', 'style'] },
      { name: 'year', label: () => t('dashboard.import.year_column'), aliases: ['year', 'jahr', 'ano'] },
      {
        name: 'composer',
        label: () => t('dashboard.radio.composer'),
        aliases: ['composer', 'komponist', 'compositor', 'compositeur', 'author', 'writer'],
      },
      {
        name: 'label',
        label: () => t('dashboard.radio.record_label'),
        aliases: ['label', 'record label', 'marketing label', 'editora', 'publisher'],
      },
    ],
    example: () => [
      [
        'harbour.mp3',
        '',
        t('dashboard.import.example_track'),
        'Teo Marchetti',
        'Hulls',
        t('dashboard.import.example_genre'),
        '2026',
        'Teo Marchetti',
        'Harbour',
      ],
    ],
  },
};

/** Field -> column index, or -1. */
export type Mapping = Record<string, number>;

export function guessMapping(kind: ImportKind, header: readonly string[]): Mapping {
  const plain = header.map(plainName);
  const taken = new Set<number>();
  const mapping: Mapping = {};
  for (const { name, label, aliases } of importKinds[kind].fields) {
    const names = [plainName(name), plainName(label()), ...aliases];
    const column = plain.findIndex((called, index) => !taken.has(index) && names.includes(called));
    mapping[name] = column;
    if (column >= 0) taken.add(column);
  }
  return mapping;
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

export type DateOrder = 'day first' | 'month first';

/** An ISO date; invalid dates stay as they are, so that the report can show them. */
export function plainDate(text: string, order: DateOrder): string {
  const [, one = '', two = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim()) ?? [];
  if (year === '') return text.trim().replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, '$1-$2-$3');
  const [day, month] = order === 'day first' ? [one, two] : [two, one];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export interface ImportRow {
  line: number;
  data: Record<string, string>;
}

export function mapRows(
  kind: ImportKind,
  rows: readonly { line: number; cells: readonly string[] }[],
  mapping: Mapping,
  order: DateOrder,
): ImportRow[] {
  const fields = importKinds[kind].fields.filter(({ name }) => (mapping[name] ?? -1) >= 0);
  return rows.map(({ line, cells }) => ({
    line,
    data: Object.fromEntries(
      fields.map(({ name, isDate }) => {
        const text = (cells[mapping[name] ?? -1] ?? '').trim();
        return [name, isDate ? plainDate(text, order) : text];
      }),
    ),
  }));
}
