import './warnings.css'

/** Warnings before an action; they do not block it. */
export const Warnings = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="warning" role="note">
      {text}
    </p>
  ))
