import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import * as v from "valibot";
import { Account } from "./account/account";
import { ApiError } from "./api/client";
import { useConnection } from "./api/connection";
import { meQuery, queryClient, sorts, views } from "./api/queries";
import { Broken, Frame, NotFound } from "./frame/frame";
import { Help } from "./help/help";
import { Inbox } from "./inbox/inbox";
import { Invite } from "./invite/invite";
import { Overview } from "./overview/overview";
import { letterKinds } from "./api/reply-schemas";
import { ReplyScreen } from "./reply/reply-screen";
import { People } from "./people/people";
import { RequestScreen } from "./request/request-screen";
import { settingPages, SettingsScreen } from "./settings/settings-screen";
import { Setup } from "./setup/setup";
import { SignIn } from "./sign-in/sign-in";
import { useAccountLanguage, useSettings } from "./texts/language";

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Broken });

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: v.object({ next: v.optional(v.string()) }),
  component: SignIn,
});

/** Loads who is signed in; without a session the sign-in page follows, and then this address. */
const frameRoute = createRoute({
  getParentRoute: () => root,
  id: "frame",
  component: Frame,
  errorComponent: Broken,
  beforeLoad: async ({ location }) => {
    try {
      const { language, site, email } = await queryClient.ensureQueryData(meQuery);
      useAccountLanguage.setState({ language });
      useSettings.setState({ site, email });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      useConnection.setState({ signedOut: false });
      const next = location.href === "/" ? {} : { next: location.href };
      throw redirect({ to: "/sign-in", search: next });
    }
  },
});

const overviewRoute = createRoute({ getParentRoute: () => frameRoute, path: "/", component: Overview });

const inboxSearch = v.object({
  view: v.optional(v.fallback(v.picklist(views), "open"), "open"),
  q: v.optional(v.fallback(v.string(), ""), ""),
  language: v.optional(v.fallback(v.string(), ""), ""),
  assignee: v.optional(v.fallback(v.string(), ""), ""),
  sort: v.optional(v.fallback(v.picklist(["", ...sorts]), ""), ""),
});

/** Members of an address that are the same without them. */
const inboxDefaults = { q: "", language: "", assignee: "", sort: "" } as const;

const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/requests",
  validateSearch: inboxSearch,
  search: {
    middlewares: [
      ({ search, next }) => {
        const result: Record<string, unknown> = { ...next(search) };
        for (const [key, value] of Object.entries(inboxDefaults)) if (result[key] === value) delete result[key];
        return result as ReturnType<typeof next>;
      },
    ],
  },
  component: Inbox,
});

const requestRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/requests/$reference",
  component: RequestScreen,
});

const replyRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/requests/$reference/reply",
  validateSearch: v.object({ kind: v.optional(v.fallback(v.optional(v.picklist(letterKinds)), undefined)) }),
  component: ReplyScreen,
});
const inviteRoute = createRoute({ getParentRoute: () => root, path: "/invite", component: Invite });
const peopleRoute = createRoute({ getParentRoute: () => frameRoute, path: "/people", component: People });
const accountRoute = createRoute({ getParentRoute: () => frameRoute, path: "/account", component: Account });

const helpRoute = createRoute({ getParentRoute: () => frameRoute, path: "/help/$page", component: Help });
const setupRoute = createRoute({ getParentRoute: () => root, path: "/setup", component: Setup });

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/$page", params: { page: settingPages[0] } });
  },
});

const settingsPageRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/settings/$page",
  component: SettingsScreen,
});

export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute,
    inviteRoute,
    setupRoute,
    frameRoute.addChildren([
      overviewRoute,
      inboxRoute,
      requestRoute,
      replyRoute,
      settingsRoute,
      settingsPageRoute,
      helpRoute,
      accountRoute,
      peopleRoute,
    ]),
  ]),
  basepath: "/desk",
  scrollRestoration: true,
  defaultPreload: false,
  // Plain strings: ?q=123 is words, not a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
    ).toString();
    return query ? `?${query}` : "";
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
