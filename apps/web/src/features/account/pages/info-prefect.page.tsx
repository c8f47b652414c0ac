import { useNavigate } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useProfile } from '../account.queries.ts'
import { ProfileForm } from '../parts/profile-form.tsx'
import '../account.css'

/** After the first sign-in: contact data. The page is public, so nobody may be signed in. */
export default function InfoPrefectPage() {
  const navigate = useNavigate()
  const { token } = useSession()
  const { data, error, refetch } = useProfile({}, { enabled: token !== null })
  return (
    <div className="account-narrow">
      <header className="page-head">
        <h1>完善个人信息</h1>
      </header>
      {token === null ? (
        <Card>
          <Empty text="登录后可以完善个人信息">
            <ButtonLink kind="primary" to={to('/login', { redirect: '/infoPrefect' })}>
              去登录
            </ButtonLink>
          </Empty>
        </Card>
      ) : data ? (
        <>
          <p>预约审核、开始使用和结算的通知会发送到这里填写的邮箱和电话。</p>
          <ProfileForm
            key={data.email}
            profile={data}
            onDone={() => void navigate(to('/account/homepage'))}
          />
        </>
      ) : (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={4} height={32} />
          )}
        </Card>
      )}
    </div>
  )
}
