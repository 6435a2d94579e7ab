// Checkboxes and radios in each state; rows are the targets.
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldSet } from '#app/ui/field.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { KitSection } from './kit-section.tsx';

export function ChoicesSection() {
  return (
    <KitSection id="choices" title="Choices" shiftPx={-120}>
      <div className="grid-12">
        <RadioGroup legend="How would you like to pay?" name="kit-pay" defaultValue="card" className="span-7">
          <RadioOption value="card" label="Card" hint="Charged now, receipt by mail" aside="€24.00" />
          <RadioOption
            value="pass"
            label="One entry from your ten-pass"
            hint="Three entries left after this"
            aside="1 entry"
          />
          <RadioOption
            value="studio"
            label="At the studio"
            hint="Cash or card, before 18:00"
            aside="€24.00"
          />
          <RadioOption value="voucher" label="Voucher" hint="There is no voucher on this account" disabled />
        </RadioGroup>
        <div className="kit-stack from-8">
          <FieldSet legend="Tell me about" hint="One newsletter a month at most.">
            <Checkbox label="New terms" name="kit-terms" defaultChecked />
            <Checkbox label="Open studios" name="kit-open" hint="Four evenings a year" />
            <Checkbox label="Everything on air" name="kit-air" indeterminate hint="Two of five shows" />
            <Checkbox label="The print archive" name="kit-print" disabled defaultChecked />
          </FieldSet>
          <FieldSet legend="Before you book" error="Please agree to the studio’s rules to go on.">
            <Checkbox label="I have read the studio’s rules" name="kit-rules" aria-invalid="true" />
          </FieldSet>
        </div>
      </div>
    </KitSection>
  );
}
