import type { RouteName } from "../lib/page-context";
import { about } from "./about";
import { catalog } from "./catalog";
import { cart } from "./cart";
import { category } from "./category";
import { contacts } from "./contacts";
import { home } from "./home";
import type { RouteModule } from "./module";
import { failure, notFound } from "./not-found";
import { product } from "./product";
import { productLanding } from "./product-landing";
import { request } from "./request";
import { search } from "./search";
import { support } from "./support";
import { imprint, privacy } from "./text-page";

/** Every page, for the server's bundle. */
export const allRoutes: Record<RouteName, RouteModule> = {
  home,
  catalog,
  category,
  "product-landing": productLanding,
  product,
  search,
  about,
  support,
  contacts,
  cart,
  imprint,
  privacy,
  request,
  "not-found": notFound,
  error: failure,
};
