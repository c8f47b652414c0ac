import { Form, Input, Radio, Select, Switch } from 'antd'
import {
  MAX_ATTACHMENTS,
  noticeAudienceWords,
  noticeCalls,
  noticeKindWords,
  type NoticeAudience,
  type NoticeKind,
} from '@portal/contract/notice/notice'
import type { Reply } from '@portal/contract/kernel/call'
import type { Attachment } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { uploadAttachment, useChangeNotice, useCreateNotice } from '../notice.queries.ts'
import { TargetFields } from './target-fields.tsx'

type Managed = Reply<typeof noticeCalls.manageOne>
type When = 'now' | 'later' | 'draft'
interface Values {
  title?: string
  kind?: NoticeKind
  pinned?: boolean
  audience?: NoticeAudience
  targets?: { deptIds: number[]; roleIds: number[]; userTypes: string[] }
  when?: When
  publishAt?: string | null
  bodyHtml?: string
  files?: readonly Attachment[]
}
const nobody = { deptIds: [], roleIds: [], userTypes: [] }
const whenWords: Record<When, string> = { now: '立即发布', later: '定时发布', draft: '存为草稿' }

/** `since`: the first publication, which a change keeps. */
const makeBody = (
  { when = 'now', files = [], title = '', bodyHtml = '', publishAt, targets, ...rest }: Values,
  since: string | null = null,
) => ({
  ...rest,
  title,
  bodyHtml,
  targets: targets ?? nobody,
  state: when === 'draft' ? ('draft' as const) : ('published' as const),
  // A missing time is sent as '', so that the schema reports it at the field.
  publishAt: when === 'later' ? (publishAt ?? '') : when === 'now' ? since : null,
  fileIds: files.map((f) => f.id),
})

export function CreateNotice() {
  const go = useNavigate()
  const form = useSubmit<typeof noticeCalls.create, Values>(useCreateNotice(), {
    initial: { kind: 'notice', audience: 'everybody', when: 'now', pinned: false, targets: nobody },
    args: (v) => ({ body: makeBody(v) }),
    draft: 'notice',
    done: '公告已保存',
    after: () => void go('/content/notice'),
  })
  return <NoticeForm form={form} title="新增公告" />
}

export function ChangeNotice({ notice: n }: { notice: Managed }) {
  const go = useNavigate()
  const since = n.state === 'published' ? n.publishAt : null
  // The version that the form started from, because the notice is reloaded while the form is open.
  const [seenAt] = useState(n.updatedAt)
  const form = useSubmit<typeof noticeCalls.change, Values>(useChangeNotice(), {
    initial: {
      title: n.title,
      kind: n.kind,
      pinned: n.pinned,
      audience: n.audience,
      targets: {
        deptIds: n.targets.depts.map((d) => d.id),
        roleIds: n.targets.roles.map((r) => r.id),
        userTypes: n.targets.userTypes,
      },
      when: n.state === 'scheduled' ? 'later' : n.state === 'published' ? 'now' : 'draft',
      publishAt: n.state === 'scheduled' ? n.publishAt : null,
      bodyHtml: n.bodyHtml,
      files: n.attachments,
    },
    args: (v) => ({ body: { ...makeBody(v, since), id: n.id, seenAt } }),
    done: '公告已修改',
    after: () => void go('/content/notice'),
  })
  return <NoticeForm form={form} published={since !== null} />
}

function NoticeForm({
  form,
  title,
  published = false,
}: {
  form: SubmitForm<Values>
  title?: string
  published?: boolean
}) {
  const go = useNavigate()
  const when = Form.useWatch('when', form.antd)
  const audience = Form.useWatch('audience', form.antd)
  return (
    <FormPage form={form} title={title} submit="保存" columns={2} onCancel={() => void go('/content/notice')}>
      <Field name="title" label="标题" wide>
        <Input maxLength={120} showCount />
      </Field>
      <Field name="kind" label="类型">
        <Select options={listOptions(noticeKindWords)} />
      </Field>
      <Field name="pinned" label="置顶" valuePropName="checked" hint="置顶的公告排在最前">
        <Switch />
      </Field>
      <Field name="audience" label="可见范围" wide hint="“所有人”包括没有登录的访客">
        <Radio.Group options={listOptions(noticeAudienceWords)} />
      </Field>
      {audience === 'chosen' && (
        <Field
          name="targets"
          label="指定对象"
          wide
          required
          hint="属于其中任意一项的登录用户可见；选择单位时包括其下属单位"
        >
          <TargetFields />
        </Field>
      )}
      <Field name="bodyHtml" label="正文" wide required>
        <RichText label="正文" placeholder="可以直接粘贴 Word 内容，图片可粘贴或拖入" />
      </Field>
      <Field name="files" label="附件" wide hint="与正文同样的可见范围；撤回后不能再下载">
        <Attachments />
      </Field>
      <Field name="when" label="发布方式" wide>
        <Radio.Group options={listOptions({ ...whenWords, ...(published && { now: '保持发布' }) })} />
      </Field>
      {when === 'later' && (
        <Field name="publishAt" label="发布时间" required hint="到时间后自动发布">
          <InstantInput />
        </Field>
      )}
    </FormPage>
  )
}

function Attachments(props: {
  id?: string
  value?: readonly Attachment[]
  onChange?: (files: readonly Attachment[]) => void
}) {
  const rule = noticeCalls.attach.upload
  return (
    rule && (
      <UploadField<Attachment>
        {...props}
        rule={{ ...rule, maxFiles: MAX_ATTACHMENTS }}
        upload={uploadAttachment}
        nameOf={(f) => f.name}
        label="选择附件"
      />
    )
  )
}
