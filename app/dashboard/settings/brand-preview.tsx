// A little of every place where the studio's colour stands, in one scheme. A picture: nothing in it can be pressed.
import type { CSSProperties } from 'react';
import { brandProperties } from '#app/features/brand/derive-brand.ts';

interface BrandPreviewProps {
  scheme: 'light' | 'dark';
  name: string;
  colour: string;
  typeface: string;
}

export function BrandPreview({ scheme, name, colour, typeface }: BrandPreviewProps) {
  return (
    <div
      className="owner-preview"
      data-scheme={scheme}
      style={brandProperties(colour, typeface) as CSSProperties}
      role="img"
      aria-label={`The look ${scheme === 'light' ? 'by day' : 'by night'}`}
    >
      <div className="owner-preview-tide">
        <b>{name}</b>
        <span className="owner-preview-lines" />
      </div>
      <div className="owner-preview-page">
        <p className="owner-preview-title">Breath and bowed metal</p>
        <p className="owner-preview-row">Tonight 18:00, three places left</p>
        <p>
          <span className="owner-preview-word">See every date</span>{' '}
          <span className="owner-preview-ring">in focus</span>
        </p>
        <p>
          <span className="owner-preview-button">Book a place</span>
        </p>
      </div>
      <div className="owner-preview-bar">
        <span className="owner-preview-dot" /> On air: Undertow
      </div>
    </div>
  );
}
