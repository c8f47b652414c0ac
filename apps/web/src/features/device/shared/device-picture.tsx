import { thumbOf } from '@portal/contract/file/file'
import { Icon } from '../../../ui/icon.tsx'
import './device-picture.css'

/** The small picture of a device, or the sign of one. The name stands beside it. */
export const DevicePicture = ({ url, size }: { url: string | null; size: 'card' | 'row' }) => (
  <span className="device-picture" data-size={size}>
    {url ? <img src={thumbOf(url)} alt="" loading="lazy" /> : <Icon name="device" size={size === 'card' ? 44 : 22} />}
  </span>
)
