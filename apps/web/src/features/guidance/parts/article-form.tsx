import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { guidanceCalls, GuidanceDetail } from '@portal/contract/guidance/guidance'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { useArticle, useChangeArticle, useCreateArticle } from '../guidance.queries.ts'

interface Values {
  title?: string
  bodyHtml?: string
  link?: string | null
  sort?: number
}

export function CreateArticle({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof guidanceCalls.create, Values>(useCreateArticle(), {
    initial: { sort: 0 },
    args: (v) => ({ body: { title: '', bodyHtml: '', ...v } }),
    draft: 'guidance',
    done: '帮助文章已保存',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} />
}

export function ChangeArticle({ id, onDone }: { id: number; onDone: () => void }) {
  // No cached data: the form must start from the current text.
  const { data, error, refetch, isFetchedAfterMount } = useArticle({ params: { id } }, { staleTime: 0 })
  if (!data || !isFetchedAfterMount)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={8} height={24} />
    )
  return <Change article={data} onDone={onDone} />
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

function Change({ article: a, onDone }: { article: GuidanceDetail; onDone: () => void }) {
  // The version that the form started from, so that the server can report another person's save in between.
  const [seenAt] = useState(a.updatedAt)
  const form = useSubmit<typeof guidanceCalls.change, Values>(useChangeArticle(), {
    initial: {
      title: a.title,
      bodyHtml: a.bodyHtml ?? `<p>${escaped(a.body)}</p>`,
      link: a.link,
      sort: a.sort,
    },
    args: (v) => ({ body: { title: '', bodyHtml: '', ...v, id: a.id, seenAt } }),
    done: '帮助文章已修改',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} />
}

const Fields = ({ form, onDone }: { form: SubmitForm<Values>; onDone: () => void }) => (
  <FormPage form={form} submit="保存" onCancel={onDone} columns={2}>
    <Field name="title" label="标题" wide>
      <Input maxLength={80} />
    </Field>
    <Field name="bodyHtml" label="正文" wide>
      <RichText label="正文" />
    </Field>
    <Field name="link" label="办理入口" hint="本站地址，以 / 开头，如 /osp/share-platform">
      <Input maxLength={200} />
    </Field>
    <Field name="sort" label="排序" hint="小的在前">
      <InputNumber min={0} max={9999} precision={0} />
    </Field>
  </FormPage>
)
