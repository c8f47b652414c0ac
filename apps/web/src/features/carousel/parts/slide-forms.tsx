import { Input, Switch } from 'antd'
import { carouselCalls, type SlideRow } from '@portal/contract/carousel/carousel'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChangeSlide, useReplacePicture, useUploadSlide } from '../carousel.queries.ts'

const HINT = '建议 1600×440 以上的横幅，上传后自动缩放；文字显示在左侧'

export function NewSlide({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof carouselCalls.upload, Omit<Values, 'enabled'> & { file?: readonly File[] }>(
    useUploadSlide(),
    {
      args: ({ file = [], ...v }) => ({ body: { title: '', ...v }, files: [...file] }),
      done: '轮播图已新增',
      after: onDone,
    },
  )
  return (
    <FormPage form={form} submit="新增轮播图" onCancel={onDone} columns={2}>
      <Field name="file" label="图片" wide hint={HINT} required>
        <PictureField />
      </Field>
      <Words />
    </FormPage>
  )
}

export function SlidePicture({ slide, onDone }: { slide: SlideRow; onDone: () => void }) {
  const form = useSubmit<typeof carouselCalls.replacePicture, { file?: readonly File[] }>(
    useReplacePicture(),
    {
      args: ({ file = [] }) => ({ params: { id: slide.id }, body: {}, files: [...file] }),
      done: '图片已更换',
      after: onDone,
    },
  )
  return (
    <FormPage form={form} submit="更换图片" onCancel={onDone}>
      <Field name="file" label="图片" hint={HINT} required>
        <PictureField />
      </Field>
    </FormPage>
  )
}

interface Values {
  title?: string
  subtitle?: string | null
  link?: string | null
  enabled?: boolean
  fromDay?: string | null
  untilDay?: string | null
}
export function SlideForm({ slide, onDone }: { slide: SlideRow; onDone: () => void }) {
  const { title, subtitle, link, enabled, fromDay, untilDay } = slide
  const form = useSubmit<typeof carouselCalls.change, Values>(useChangeSlide(), {
    initial: { title, subtitle, link, enabled, fromDay, untilDay },
    args: (v) => ({ params: { id: slide.id }, body: { title: '', ...v } }),
    done: '轮播图已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Words />
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </FormPage>
  )
}

/** Title and text of a picture, for both forms. */
const Words = () => (
  <>
    <Field name="title" label="标题" wide>
      <Input maxLength={40} showCount />
    </Field>
    <Field name="subtitle" label="副标题" wide>
      <Input maxLength={80} showCount />
    </Field>
    <Field name="link" label="链接" wide hint="网址，或以 / 开头的本站地址">
      <Input maxLength={300} />
    </Field>
    <Field name="fromDay" label="开始日期" hint="不填则立即显示">
      <DayInput />
    </Field>
    <Field name="untilDay" label="结束日期" hint="不填则长期显示">
      <DayInput />
    </Field>
  </>
)

function PictureField(props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) {
  const rule = carouselCalls.upload.upload
  return rule && <UploadField {...props} rule={rule} label="选择图片" />
}
