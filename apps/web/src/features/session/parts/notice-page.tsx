import { useNavigate } from 'react-router'
import { useSession } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import './notice-page.css'

/** The pages /401 and /404: what happened, and links onward. */
export function NoticePage({ code, title, text }: { code: string; title: string; text: string }) {
  const navigate = useNavigate()
  const { token } = useSession()
  return (
    <main id="main" tabIndex={-1} className="notice-page">
      <p className="notice-code" aria-hidden>
        {code}
      </p>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <div className="notice-ways">
        <ButtonLink kind="primary" to="/osp/home">
          返回首页
        </ButtonLink>
        {history.length > 1 && <Button onClick={() => void navigate(-1)}>返回上一页</Button>}
        {!token && <ButtonLink to="/login">去登录</ButtonLink>}
      </div>
    </main>
  )
}
