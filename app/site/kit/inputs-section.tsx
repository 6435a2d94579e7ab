// Every control that takes text, a choice from a list, a date or a time, in each of its states.
import { DateInput, DateTimeInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { KitSection } from './kit-section.tsx';

export function InputsSection() {
  return (
    <KitSection
      id="inputs"
      title="Inputs"
      note="label, hint and error belong to the control"
      shiftPx={60}
      phoneHeightRem={83}
    >
      <div className="kit-fields">
        <Field label="Email" hint="We send your ticket here.">
          <Input type="email" name="kit-email" autoComplete="email" defaultValue="clara@post.example" />
        </Field>
        <Field
          label="Password"
          error="You must provide either an email or phone number and a password"
          required
        >
          <Input type="password" name="kit-password" autoComplete="off" />
        </Field>
        <Field label="Teacher" optional>
          <Select name="kit-teacher" defaultValue="any">
            <option value="any">Any teacher</option>
            <option value="amina">Amina Okafor</option>
            <option value="ines">Inês Valadão</option>
            <option value="teo">Teo Lindqvist</option>
            <option value="away" disabled>
              Mireia Soler, away until May
            </option>
          </Select>
        </Field>
        <Field label="First day" hint="Terms begin on a Tuesday.">
          <DateInput name="kit-day" defaultValue="2026-11-17" />
        </Field>
        <Field label="Doors">
          <TimeInput name="kit-time" defaultValue="18:00" />
        </Field>
        <Field label="Sent on">
          <DateTimeInput name="kit-moment" defaultValue="2026-11-17T19:30" />
        </Field>
        <Field label="Phone, for tonight only" hint="Used if the class moves. Deleted after seven days.">
          <Input type="tel" name="kit-phone" autoComplete="off" placeholder="+00 91 555 0172" />
        </Field>
        <Field label="Room" hint="Set by the timetable.">
          <Input name="kit-room" readOnly defaultValue="Studio 1, canal side" />
        </Field>
        <Field label="Voucher" hint="There is no voucher on this account.">
          <Input name="kit-voucher" disabled defaultValue="Used up" />
        </Field>
        <Field label="Anything Teo should know?" className="kit-fields-wide">
          <Textarea name="kit-note" placeholder="Hearing aids, a sore wrist, a saw of your own" />
        </Field>
      </div>
    </KitSection>
  );
}
