import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useSignedIn, useSignOut } from '../../../features/auth/sign-in-context.tsx';
import { t } from '../../../platform/texts.ts';

const item =
  'flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-[highlighted]:bg-muted ' +
  'data-[highlighted]:outline-2 data-[highlighted]:outline-ring';

/**
 * The current user, their role, and account actions.
 * @param props.isOpenAtFirst its button was pressed before the menu had loaded
 * @param props.hasFocusAtFirst that button had the focus
 * @param props.children the button, as it was before
 */
export function AccountMenu(props: { isOpenAtFirst: boolean; hasFocusAtFirst: boolean; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [atFirst] = useState(props);
  useLayoutEffect(() => {
    if (atFirst.hasFocusAtFirst) button.current?.focus();
  }, [atFirst]);
  const profile = useSignedIn();
  const leave = useSignOut();
  // Inside the header and not modal: nothing on the page is dangerous to press in the meantime.
  return (
    <DropdownMenu.Root modal={false} defaultOpen={atFirst.isOpenAtFirst}>
      <DropdownMenu.Trigger asChild ref={button}>
        {props.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-30 w-64 rounded-md border bg-card p-1.5 text-card-foreground text-sm shadow-raised"
      >
        <DropdownMenu.Label className="px-3 py-2">
          <span className="wrap-anywhere block font-medium">{profile.email}</span>
          <span className="text-muted-foreground">
            {profile.local
              ? t('admin.readOnlyHere')
              : t(profile.by_link ? 'admin.roleByLink' : 'admin.role', { role: t(`role.${profile.role}`) })}
          </span>
        </DropdownMenu.Label>
        <DropdownMenu.Separator className="my-1.5 h-px bg-border" />
        {profile.local || profile.by_link ? null : (
          <DropdownMenu.Item className={item} asChild>
            <Link to={paths.account}>{t('admin.yourAccount')}</Link>
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={item} onSelect={leave}>
          {t('admin.signOut')}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
