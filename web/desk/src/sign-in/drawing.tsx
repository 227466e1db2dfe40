/** A tube fitting in section: the sheet that the desk stands under. */
export function Drawing() {
  return (
    <svg className="dwg" viewBox="0 0 900 250" preserveAspectRatio="xMinYMid slice" aria-hidden="true" fill="none">
      <defs>
        <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V9" stroke="#667075" />
        </pattern>
      </defs>
      <path d="M0 70H900V92H0z" fill="url(#hatch)" stroke="#394145" />
      <path d="M0 158H900V180H0z" fill="#e8ecee" stroke="#394145" />
      <path d="M300 20H660V70H460L420 92 300 70z" fill="url(#hatch)" stroke="#394145" />
      <path d="M250 66 330 30H352L376 52V70H250z" fill="#00854a" />
      <path d="M250 184 330 220H352L376 198V180H250z" fill="#00854a" />
      <path d="M376 180H660V230H430L376 198z" fill="#d8dee0" stroke="#394145" />
      <path d="M0 125H900" stroke="#667075" strokeDasharray="14 4 3 4" />
    </svg>
  );
}
