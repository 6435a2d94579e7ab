// Written by `npm run messages` from messages/en. Do not edit.

type None = Record<never, never>;

export interface MessageValues {
  'shared.dates.monday': None;
  'shared.dates.tuesday': None;
  'shared.dates.wednesday': None;
  'shared.dates.thursday': None;
  'shared.dates.friday': None;
  'shared.dates.saturday': None;
  'shared.dates.sunday': None;
  'shared.dates.monday_short': None;
  'shared.dates.tuesday_short': None;
  'shared.dates.wednesday_short': None;
  'shared.dates.thursday_short': None;
  'shared.dates.friday_short': None;
  'shared.dates.saturday_short': None;
  'shared.dates.sunday_short': None;
  'shared.dates.january': None;
  'shared.dates.february': None;
  'shared.dates.march': None;
  'shared.dates.april': None;
  'shared.dates.may': None;
  'shared.dates.june': None;
  'shared.dates.july': None;
  'shared.dates.august': None;
  'shared.dates.september': None;
  'shared.dates.october': None;
  'shared.dates.november': None;
  'shared.dates.december': None;
  'shared.dates.january_short': None;
  'shared.dates.february_short': None;
  'shared.dates.march_short': None;
  'shared.dates.april_short': None;
  'shared.dates.may_short': None;
  'shared.dates.june_short': None;
  'shared.dates.july_short': None;
  'shared.dates.august_short': None;
  'shared.dates.september_short': None;
  'shared.dates.october_short': None;
  'shared.dates.november_short': None;
  'shared.dates.december_short': None;
  'shared.dates.day_month_year': { day: string | number; month: string | number; year: string | number };
  'shared.dates.day_month': { day: string | number; month: string | number };
  'shared.dates.short_day_month': { day: string | number; month: string | number };
  'shared.dates.short_day_month_year': { day: string | number; month: string | number; year: string | number };
  'shared.dates.short_month_year': { month: string | number; year: string | number };
  'shared.dates.weekday_day': { weekday: string | number; day: string | number };
  'shared.dates.range': { from: string | number; to: string | number };
  'shared.dates.today': None;
  'shared.dates.tonight': None;
  'shared.dates.tomorrow': None;
  'shared.dates.just_now': None;
  'shared.dates.minutes_ago': { count: number };
  'shared.dates.today_at': { time: string | number };
  'shared.dates.yesterday_at': { time: string | number };
}

export type MessageKey = keyof MessageValues;
