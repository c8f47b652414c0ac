import { site } from '../../site.ts'

export function FrontFooter() {
  const { department, address, postcode, phone, mailbox, links, advice } = site.footer
  return (
    <footer className="front-footer no-print" data-frame>
      <div className="front-width">
        <ul>
          {[department, address, postcode, phone].map((text) => (
            <li key={text}>{text}</li>
          ))}
          <li>
            联系邮箱：<a href={`mailto:${mailbox}`}>{mailbox}</a>
          </li>
        </ul>
        <ul>
          <li>友情链接：</li>
          {links.map((l) => (
            <li key={l.href}>
              <a href={l.href} target="_blank" rel="noreferrer">
                {l.text}
              </a>
            </li>
          ))}
        </ul>
        <p>{advice}</p>
      </div>
    </footer>
  )
}
