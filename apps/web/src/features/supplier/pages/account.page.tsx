import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { AccountForm } from '../parts/account-form.tsx'
import { AccountFacts } from '../parts/company-summary.tsx'
import { InvoiceTitles } from '../parts/invoice-titles.tsx'
import { Members } from '../parts/members.tsx'
import { useMyCompany } from '../supplier.queries.ts'
import { supplierTag } from '../supplier.words.ts'

/** The company's account: contact, bank, invoicing and members; and the invoice titles of the university. */
export default function AccountPage() {
  const query = useMyCompany({}, { staleTime: 0 })
  return (
    <DetailPage
      query={query}
      title="供应商账号"
      extra={() => <ButtonLink to={to('/account/homepage')}>我的登录与密码</ButtonLink>}
    >
      {(s) => (
        <>
          <Card title="企业">
            <Facts
              items={[
                { label: '企业名称', value: s.name },
                { label: '信用代码', value: s.creditCode },
                { label: '状态', value: <StateTag {...supplierTag(s.state)} /> },
              ]}
            />
          </Card>
          {s.can.includes('account') ? (
            <AccountForm key={s.id} supplier={s} />
          ) : (
            <AccountFacts supplier={s} />
          )}
          <Members supplier={s} />
          <InvoiceTitles />
        </>
      )}
    </DetailPage>
  )
}
