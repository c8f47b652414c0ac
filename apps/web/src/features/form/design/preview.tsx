import type { Form } from '@portal/form-kit/form/form'
import { say } from '../../../lib/tell.ts'
import { Modal } from '../../../ui/modal.tsx'
import { FormView } from '../shared/form-view.tsx'

interface Props {
  form: Form | null
  title: string
  onClose: () => void
}

/** The form as people will fill it in. Closing the preview discards what was typed. */
export const Preview = ({ form, title, onClose }: Props) => (
  <Modal open={form !== null} title={title} footer={null} width={860} destroyOnHidden onCancel={onClose}>
    {form && (
      <FormView
        form={form}
        label={title}
        onSubmit={() => say('success', '填写的内容符合要求。这是预览，没有提交')}
      />
    )}
  </Modal>
)
