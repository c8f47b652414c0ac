import { useSite } from '../../../lib/site.ts'

export function FrontFooter() {
  const { department, address, postcode, phone, mailbox, links, advice } = useSite()
  const lines = [
    department && `主管部门：${department}`,
    address && `地址：${address}`,
    postcode && `邮编：${postcode}`,
    phone && `电话：${phone}`,
  ].filter((text) => text !== null)
  return (
    <footer className="front-footer no-print" data-frame>
      <div className="front-width">
        <ul>
          {lines.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {mailbox && (
            <li>
              联系邮箱：<a href={`mailto:${mailbox}`}>{mailbox}</a>
            </li>
          )}
        </ul>
        {links.length > 0 && (
          <ul>
            <li>友情链接：</li>
            {links.map((l) => (
              <li key={l.text + l.href}>
                <a href={l.href} target="_blank" rel="noreferrer">
                  {l.text}
                </a>
              </li>
            ))}
          </ul>
        )}
        {advice && <p>{advice}</p>}
      </div>
    </footer>
  )
}
