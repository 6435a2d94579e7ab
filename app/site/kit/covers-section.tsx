// The covers shown without a photograph: drawn from the slug, always the same.
import { Cover } from '#app/features/covers/cover.tsx';
import { KitSection } from './kit-section.tsx';

const disciplines = ['sound', 'movement', 'image', 'word', 'making'] as const;
const slugs = ['boatyard', 'night', 'tide'] as const;

export function CoversSection() {
  return (
    <KitSection id="covers" title="Covers" note="same slug, same picture, always" shiftPx={-90}>
      <div className="kit-covers">
        {slugs.flatMap((slug) =>
          disciplines.map((discipline) => (
            <Cover
              key={`${discipline}-${slug}`}
              slug={`${discipline}-${slug}`}
              discipline={discipline}
              ratio={[4, 3]}
            />
          )),
        )}
      </div>
    </KitSection>
  );
}
