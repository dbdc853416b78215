/** Drawn on 24 × 24 with a stroke of 2. One icon per state, used nowhere else for another. */
const paths = {
  ready: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 9v6M12 9v6M16 9v6',
  working: 'M12 3a9 9 0 1 0 9 9M12 7v5l3.5 2',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l3 3 5.5-6.5',
  look: 'M12 3.5L22 20.5H2zM12 10v5M12 17.8v.01',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM8 12h8',
  ring: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  tick: 'M5 12.5l4.5 4.5L19 7',
  parcel: 'M3 7.5L12 3l9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  truck: 'M2 6h12v10H2zM14 10h4l4 3.5V16h-8M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  place: 'M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  question: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.3 9.4a2.7 2.7 0 1 1 3.8 2.8c-.8.4-1.1.9-1.1 1.6M12 16.8v.01',
  sliders: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  link: 'M10 7l1.5-1.5a4.2 4.2 0 0 1 6 6L16 13M14 17l-1.5 1.5a4.2 4.2 0 0 1-6-6L8 11M9.5 14.5l5-5',
  printer: 'M7 8V3h10v5M7 17H3V8h18v9h-4M7 13h10v8H7z',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  calendar: 'M4 6h16v15H4zM4 10h16M8 3v4M16 3v4',
  note: 'M4 5h16v11H10l-4 4v-4H4z',
  scale: 'M5 20h14M12 20v-9M4 6h16l-2 5H6z',
  delete: 'M8 6h12v12H8l-5-6zM12 10l4 4M16 10l-4 4',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  file: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  again: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4.5H9',
  money: 'M3 6h18v12H3zM3 10h18M7 15h3',
  shop: 'M4.5 11v9h15v-9M3 11l2-7h14l2 7zM9.5 20v-5.5h5V20',
  down: 'M6 9l6 6 6-6',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  close: 'M6 6l12 12M18 6L6 18',
  badge: 'M5 4h14v17H5zM10 4v3.5h4V4M12 14.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM8.3 18.5c.6-1.5 2-2.3 3.7-2.3s3.1.8 3.7 2.3',
} as const;

export type IconName = keyof typeof paths;

/** Always beside text, so it is hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
