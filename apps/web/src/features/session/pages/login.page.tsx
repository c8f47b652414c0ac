import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { asFailure } from '../../../lib/failure.ts'
import { safeRedirect } from '../../../lib/paths.ts'
import { useSite } from '../../../lib/site.ts'
import { LoginForm } from '../parts/login-form.tsx'
import { LoginMask } from '../parts/login-mask.tsx'
import { CampusLogin } from '../parts/campus-login.tsx'
import { takeRedirect } from '../after-sso.ts'
import { signIn } from '../session.queries.ts'
import './login.css'

const tabs = [
  { key: 'local', title: '校外用户 / 管理员登录' },
  { key: 'campus', title: '校内用户登录' },
] as const

/**
 * The login screen: local and campus sign-in in two tabs; reads redirect, ticket and token from the address.
 */
export default function LoginPage() {
  const [tab, setTab] = useState<'local' | 'campus'>('local')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const redirect = query.get('redirect') ?? (query.has('ticket') ? takeRedirect() : null)
  const enter = () => void navigate(safeRedirect(redirect), { replace: true })
  const { busy, refusal } = useArrival(query, enter)
  const { name } = useSite()

  return (
    <div className="login">
      <main id="main" tabIndex={-1} className="login-card">
        <div className="login-brand">
          <svg viewBox="0 0 40 40" aria-hidden>
            <path d="M17 9h7v5h-7zM20.5 14v6M12 30h17M15 20h11l3 10M15 20l-3 10" />
          </svg>
          <Link to="/osp/home">{name}</Link>
          <p>查找仪器、在线预约、使用结算，一站完成</p>
        </div>
        <div className="login-side">
          <h1>登录</h1>
          {refusal && (
            <p className="login-refusal" role="alert">
              {refusal}
            </p>
          )}
          <div role="tablist" aria-label="登录方式" className="login-tabs">
            {tabs.map((t) => (
              <button
                key={t.key}
                type="button"
                role="tab"
                id={`tab-${t.key}`}
                aria-selected={tab === t.key}
                aria-controls={`panel-${t.key}`}
                tabIndex={tab === t.key ? 0 : -1}
                onClick={() => setTab(t.key)}
                onKeyDown={(e) => {
                  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
                  const other = t.key === 'local' ? 'campus' : 'local'
                  setTab(other)
                  document.getElementById(`tab-${other}`)?.focus()
                }}
              >
                {t.title}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="panel-local" aria-labelledby="tab-local" hidden={tab !== 'local'}>
            <LoginForm onEnter={enter} />
          </div>
          <div
            role="tabpanel"
            id="panel-campus"
            aria-labelledby="tab-campus"
            hidden={tab !== 'campus'}
            className="login-campus"
          >
            <CampusLogin redirect={redirect} />
          </div>
        </div>
      </main>
      {busy && <LoginMask />}
    </div>
  )
}

/** Signs in once with a ticket or token from the address; a mask covers the form meanwhile. */
function useArrival(query: URLSearchParams, enter: () => void): { busy: boolean; refusal: string } {
  const ticket = query.get('ticket')
  const token = query.get('token')
  const [busy, setBusy] = useState(Boolean(ticket || token))
  const [refusal, setRefusal] = useState('')
  const started = useRef(false)
  useEffect(() => {
    if (started.current || !(ticket || token)) return
    started.current = true
    const credentials = ticket ? { ticket } : { token: token ?? '' }
    // Removing the mask is not enough: a user who comes from the campus sign-in is also told what failed.
    signIn(credentials, false).then(enter, (error: unknown) => {
      setBusy(false)
      setRefusal(asFailure(error).message)
    })
  }, [ticket, token, enter])
  return { busy, refusal }
}
