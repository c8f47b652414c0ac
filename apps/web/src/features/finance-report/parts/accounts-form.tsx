import { Input } from 'antd'
import {
  accountEntries,
  accountEntryWords,
  type AccountEntry,
  type AccountRow,
  type financeReportCalls,
} from '@portal/contract/finance-report/finance-report'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAccounts, useSetAccounts } from '../finance-report.queries.ts'

/** The accounts that the vouchers of a year use. */
export function Accounts({ year }: { year: number }) {
  const { data, error, refetch } = useAccounts({ query: { year } })
  return (
    <Card title={`${year} 年度会计科目`}>
      <p className="muted">导出记账凭证时写入借方、贷方科目。冲正以红字（负数）使用收款的科目。</p>
      {error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} height={28} />
      ) : data.can.includes('edit') ? (
        <AccountsForm key={year} year={year} items={data.items} />
      ) : (
        <ul>
          {data.items.map((a) => (
            <li key={a.entry}>
              {accountEntryWords[a.entry]}：借 {a.debit}，贷 {a.credit}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Pair {
  debit?: string
  credit?: string
}
interface Values {
  accounts?: Partial<Record<AccountEntry, Pair>>
}
const makePair = ({ debit = '', credit = '' }: Pair = {}) => ({ debit, credit })
function AccountsForm({ year, items }: { year: number; items: readonly AccountRow[] }) {
  const form = useSubmit<typeof financeReportCalls.setAccounts, Values>(useSetAccounts(), {
    initial: {
      accounts: Object.fromEntries(items.map((a) => [a.entry, { debit: a.debit, credit: a.credit }])),
    },
    args: ({ accounts: v = {} }) => ({
      body: {
        year,
        accounts: {
          fund_card: makePair(v.fund_card),
          offline: makePair(v.offline),
          refund: makePair(v.refund),
        },
      },
    }),
    done: '会计科目已保存',
  })
  return (
    <FormPage form={form} submit="保存科目" columns={2}>
      {accountEntries.flatMap((entry) => [
        <Field
          key={`${entry}-debit`}
          name={['accounts', entry, 'debit']}
          label={`${accountEntryWords[entry]}：借方`}
        >
          <Input maxLength={30} />
        </Field>,
        <Field
          key={`${entry}-credit`}
          name={['accounts', entry, 'credit']}
          label={`${accountEntryWords[entry]}：贷方`}
        >
          <Input maxLength={30} />
        </Field>,
      ])}
    </FormPage>
  )
}
