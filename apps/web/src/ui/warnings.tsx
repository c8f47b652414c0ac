import './warnings.css'

/** What is to be known before it goes on; nothing is refused for it here. */
export const Warnings = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="warning" role="note">
      {text}
    </p>
  ))
