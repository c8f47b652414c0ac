import { makeThumbAddress } from '@portal/contract/file/file'
import { Icon } from '../../../ui/icon.tsx'
import './device-picture.css'

/**
 * The small picture of a device, or an icon if it has none. Its name stands beside it. `first`: visible from
 * the start, so decoded together with the page.
 */
export const DevicePicture = ({
  url,
  size,
  first = false,
}: {
  url: string | null
  size: 'card' | 'row'
  first?: boolean
}) => (
  <span className="device-picture" data-size={size}>
    {url ? (
      <img
        src={makeThumbAddress(url)}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
      />
    ) : (
      <Icon name="device" size={size === 'card' ? 44 : 22} />
    )}
  </span>
)
