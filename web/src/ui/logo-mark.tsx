/** The logo mark: the section of a cutting ring, two mirrored wedges around a bore. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M0 12.4V10.6L21.5 1.5H26L32 8V12.4Z" />
      <path d="M0 19.6V21.4L21.5 30.5H26L32 24V19.6Z" />
    </svg>
  );
}
