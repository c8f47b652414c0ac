import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { CardRow, doorAccessCalls } from '@portal/contract/iot/door-access'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { saveCards, unbindCard, useBindCard, useCards } from '../iot.queries.ts'

/** Cards and their holders. A card opens only what its holder may enter. */
export function CardList({ intro }: { intro: ReactNode }) {
  const [adding, setAdding] = useState(false)
  if (adding) return <BindForm onDone={() => setAdding(false)} />
  return (
    <ListPage<CardRow>
      title="门禁管理"
      rows={useCards}
      columns={columns}
      filters={filters}
      onExport={saveCards}
      intro={intro}
      extra={
        <Button kind="primary" onClick={() => setAdding(true)}>
          绑定门禁卡
        </Button>
      }
      actions={[
        {
          label: '解绑',
          can: 'unbind',
          danger: true,
          confirm: (c) => ({
            title: `解绑“${c.person.name}”的卡 ${c.number}？`,
            text: '解绑后这张卡不能再开门。',
            ok: '解绑',
          }),
          reason: { label: '解绑原因', required: true, picks: ['遗失', '损坏', '换卡'], maxLength: 200 },
          run: async (c, reason) => {
            await unbindCard.run({ params: { id: c.id }, body: { reason } })
            say('success', '已解绑')
          },
        },
      ]}
      empty={{ text: '还没有绑定的门禁卡' }}
    />
  )
}
function BindForm({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof doorAccessCalls.bindCard>(useBindCard(), {
    done: '门禁卡已绑定',
    after: onDone,
  })
  return (
    <FormPage form={form} title="绑定门禁卡" submit="绑定" onCancel={onDone}>
      <Field name="number" label="卡号" hint="读卡器读出的十六进制卡号">
        <Input maxLength={20} />
      </Field>
      <Field name="userId" label="持卡人">
        <PersonSelect />
      </Field>
    </FormPage>
  )
}
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '卡号、姓名' },
  { kind: 'flag', name: 'over', label: '包括已解绑' },
]
const columns: readonly Column<CardRow>[] = [
  { key: 'number', title: '卡号', main: true },
  { key: 'person', title: '持卡人', render: (c) => c.person.name },
  { key: 'boundAt', title: '绑定时间', render: (c) => formatMinute(c.boundAt) },
  {
    key: 'unbound',
    title: '解绑',
    render: (c) => c.unboundAt && `${formatMinute(c.unboundAt)}：${c.unboundWhy ?? ''}`,
  },
]
