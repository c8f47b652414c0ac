import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerRow, OpenForm } from '@portal/contract/form/form'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useMyAnswers, useOpenForms } from '../form.queries.ts'
import { listAnswerColumns } from '../form.words.tsx'

const tabs = [
  { key: 'open', title: '可填写的表单' },
  { key: 'mine', title: '我的填写记录' },
]

/** Preloads the form renderer while the user reads the list: a slow device needs a second for it. */
function loadFilling(): void {
  import('../parts/fill.tsx').catch(() => {}) // the connection failed; the page itself tries again
}
const REST_MS = 500

/** 填写表单: the forms that offices ask for, and the user's own answers. */
export default function OpenFormsPage() {
  const isMine = useSearchParams()[0].get('view') === 'mine'
  useEffect(() => {
    if (isMine) return
    // Safari has no `requestIdleCallback`.
    const timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(loadFilling), REST_MS)
    return () => clearTimeout(timer)
  }, [isMine])
  const intro = (
    <LinkTabs label="填写表单" name="view" tabs={tabs} value={isMine ? 'mine' : 'open'} keep={[]} />
  )
  if (isMine)
    return (
      <ListPage<AnswerRow>
        key="mine"
        title="填写表单"
        intro={intro}
        rows={useMyAnswers}
        columns={mine}
        actions={[{ label: '查看', to: ({ id }) => to('/account/form-answer', { id }) }]}
        empty={{
          text: '您还没有填写过表单',
          action: <ButtonLink to={to('/account/forms')}>查看可填写的表单</ButtonLink>,
        }}
      />
    )
  return (
    <ListPage<OpenForm>
      key="open"
      title="填写表单"
      intro={intro}
      rows={useOpenForms}
      columns={columns}
      filters={filters}
      actions={[{ label: '填写', to: ({ id }) => to('/account/form', { id }) }]}
      extra={<ButtonLink to={to('/bpm/create-process')}>发起流程</ButtonLink>}
      empty={{ text: '目前没有可填写的表单' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '表单名称、分类' },
]
const columns: readonly Column<OpenForm>[] = [
  { key: 'name', title: '表单', main: true },
  { key: 'category', title: '分类', render: ({ category }) => category ?? EMPTY },
  { key: 'description', title: '说明', render: ({ description }) => description ?? EMPTY },
  { key: 'mine', title: '我填写过', render: ({ mine: n }) => (n > 0 ? `${n} 次` : EMPTY) },
]
const mine = listAnswerColumns({ form: true, by: false })
