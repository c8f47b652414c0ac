import { useState } from 'react'
import { Link } from 'react-router'
import { asFailure } from '../../../lib/failure.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button } from '../../../ui/light.tsx'
import { judgeLogin, newPicture, newSum, type LoginValues } from '../captcha.rules.ts'
import { DOTS, remember, readRemembered } from '../remembered.ts'
import { signIn } from '../session.queries.ts'
import { CaptchaPicture } from './captcha-picture.tsx'
import { LoginField } from './login-field.tsx'

/**
 * The dots stand for the credential that this browser remembers for one user; another name or a key press
 * removes them.
 */
function withChange(v: LoginValues, name: keyof LoginValues, value: string): LoginValues {
  const next = { ...v, [name]: value }
  if (v.password !== DOTS) return next
  if (name === 'username') return { ...next, password: '' }
  return name === 'password' ? { ...next, password: value.replaceAll('•', '') } : next
}

/** Username, password and captcha; checked while the user types and before sending. */
export function LoginForm({ onEnter }: { onEnter: () => void }) {
  const [before] = useState(readRemembered)
  const [values, setValues] = useState<LoginValues>({
    username: before.username,
    password: before.memorization && before.username ? DOTS : '',
    code: '',
  })
  const [touched, setTouched] = useState<Partial<Record<keyof LoginValues, boolean>>>({})
  const [memorization, setMemorization] = useState(before.memorization)
  const [captcha, setCaptcha] = useState(() => newPicture())
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const faults = judgeLogin(values, captcha)
  const findFault = (name: keyof LoginValues) => (touched[name] ? faults[name] : undefined)

  const bind = (name: keyof LoginValues) => ({
    value: values[name],
    fault: findFault(name),
    onChange: (value: string) => {
      setValues((v) => withChange(v, name, value))
      // A captcha that is only half typed is not reported.
      if (name !== 'code' || value.length === 0 || value.trim().length >= captcha.answer.length)
        setTouched((t) => ({ ...t, [name]: true }))
    },
    onBlur: () => values[name] && setTouched((t) => ({ ...t, [name]: true })),
  })
  const renewCaptcha = (make: typeof newPicture = captcha.kind === 'picture' ? newPicture : newSum) => {
    setCaptcha(make())
    setValues((v) => ({ ...v, code: '' }))
    setTouched((t) => ({ ...t, code: false }))
  }

  async function submit(): Promise<void> {
    setTouched({ username: true, password: true, code: true })
    const first = (['username', 'password', 'code'] as const).find((name) => faults[name])
    if (first) return document.getElementById(`login-${first}`)?.focus()
    setBusy(true)
    setRefusal('')
    try {
      const username = values.username.trim()
      await signIn(
        values.password === DOTS ? { username, remembered: true } : { username, password: values.password },
        memorization,
      )
      remember(username, memorization)
      onEnter()
    } catch (error) {
      // the credential has expired: the user types the password
      setValues((v) => (v.password === DOTS ? { ...v, password: '' } : v))
      renewCaptcha() // each captcha allows one try; the name stays
      document.getElementById(values.password === DOTS ? 'login-password' : 'login-code')?.focus()
      // The call is quiet, so the form shows the message, also for users who cannot see that the button is
      // enabled again.
      setRefusal(asFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        if (!busy) void submit()
      }}
    >
      <LoginField
        id="login-username"
        label="用户名"
        icon="user"
        autoComplete="username"
        placeholder="请输入用户名"
        {...bind('username')}
      />
      <LoginField
        id="login-password"
        label="密码"
        icon="lock"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        placeholder="请输入密码"
        {...bind('password')}
      >
        <button
          type="button"
          className="login-eye"
          aria-pressed={shown}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </LoginField>
      <LoginField
        id="login-code"
        label="验证码"
        icon="shield"
        autoComplete="off"
        placeholder="请输入验证码"
        describedBy={captcha.kind === 'words' ? 'captcha-question' : undefined}
        {...bind('code')}
        after={
          <>
            {captcha.kind === 'picture' && (
              <CaptchaPicture letters={captcha.shown} onRefresh={() => renewCaptcha()} />
            )}
            <button type="button" className="login-link" onClick={() => renewCaptcha()}>
              换一张
            </button>
          </>
        }
      />
      {captcha.kind === 'words' && (
        <p id="captcha-question" className="captcha-question" role="status">
          {captcha.shown}
        </p>
      )}
      <div className="login-row">
        <label className="login-memory">
          <input type="checkbox" checked={memorization} onChange={(e) => setMemorization(e.target.checked)} />
          记住我
        </label>
        <button
          type="button"
          className="login-link"
          onClick={() => renewCaptcha(captcha.kind === 'picture' ? newSum : newPicture)}
        >
          {captcha.kind === 'picture' ? '看不清？改用文字验证' : '改用图片验证'}
        </button>
      </div>
      {refusal && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      <Button type="submit" kind="primary" size="large" busy={busy} className="login-submit">
        {busy ? '登录中…' : '登录'}
      </Button>
      <div className="login-row">
        <Link to="/register">我是校外用户，还未注册</Link>
        <Link to="/pwdback">忘记密码</Link>
      </div>
    </form>
  )
}
