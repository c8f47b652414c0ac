import { useState } from 'react'
import { Button } from '../../../ui/light.tsx'
import { keepRedirect } from '../after-sso.ts'
import { singleSignOn } from '../session.queries.ts'

/** The second tab: goes to the campus sign-in and returns. */
export function CampusLogin({ redirect }: { redirect: string | null }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  async function leave(): Promise<void> {
    setBusy(true)
    try {
      const url = await singleSignOn()
      if (!url) return setFault('本平台未启用统一身份认证，请使用用户名和密码登录')
      keepRedirect(redirect)
      location.assign(url)
    } catch {
      setFault('暂时无法获取统一身份认证地址，请稍后重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>在校师生使用学校统一身份认证账号登录，无需在本平台注册。</p>
      {fault && (
        <p className="login-refusal" role="alert">
          {fault}
        </p>
      )}
      <Button kind="primary" size="large" busy={busy} onClick={() => void leave()}>
        跳转至统一身份认证
      </Button>
    </>
  )
}
