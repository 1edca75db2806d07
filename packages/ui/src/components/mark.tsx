/** The product's sign: arc, legs and index arm of a sextant. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.5 15.5a11.5 11.5 0 0 0 17 0M12 3 5 17M12 3l7 14M12 3v11" />
    </svg>
  );
}
